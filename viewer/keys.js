// SPDX-License-Identifier: MIT
// Keyboard shortcuts, and the dialog that lists them.
(function (page) {
    "use strict";

    const PAN = 60; // pixels per key press

    /// Rows: keys as in KeyboardEvent, action, and, for the list, label and description. A row with
    /// `shift` applies to that state only.
    function tableOf({ store, player, pointer, agentPanel, lineTool, panel, look }) {
        const toggle = (name) => () => panel.setLayer(name, !store.layers[name]);
        const deselect = () => (lineTool.armed ? lineTool.disarm() : agentPanel.select(-1));
        const plain = { shift: false };
        const shift = { shift: true };
        return [
            [[" ", "k"], () => player.toggle(), "Space", "play, pause"],
            [["ArrowLeft", ","], () => player.step(-1), "← →", "one frame", plain],
            [["ArrowRight", "."], () => player.step(1), "", "", plain],
            [["j"], () => player.skip(-5), "J L", "five seconds"],
            [["l"], () => player.skip(5)],
            [["PageDown"], () => player.skip(-30), "Page ↓ ↑", "half a minute"],
            [["PageUp"], () => player.skip(30)],
            [["Home"], () => player.seek(0), "Home End", "start, end"],
            [["End"], () => player.seek(store.end)],
            [["["], () => player.faster(-1), "[ ]", "slower, faster"],
            [["]"], () => player.faster(1)],
            [["+", "="], () => pointer.zoom(1), "+ −", "zoom"],
            [["-", "_"], () => pointer.zoom(-1)],
            [["f", "0"], () => pointer.fit(), "F", "show everything"],
            [["ArrowLeft"], () => pointer.pan(PAN, 0), "Shift + arrows", "move the view", shift],
            [["ArrowRight"], () => pointer.pan(-PAN, 0), "", "", shift],
            [["ArrowUp"], () => pointer.pan(0, PAN)],
            [["ArrowDown"], () => pointer.pan(0, -PAN)],
            [["n"], () => agentPanel.next(1), "N B", "next, previous agent"],
            [["b"], () => agentPanel.next(-1)],
            [["g"], () => agentPanel.follow(!store.follow), "G", "follow the agent"],
            [["c"], () => panel.nextColour(), "C", "next colour mode"],
            [["a"], toggle("agents"), "A T H O", "agents, trails, density, obstacles"],
            [["t"], toggle("trails")],
            [["h"], toggle("heat")],
            [["o"], toggle("obstacles")],
            [["m"], () => lineTool.toggle(), "M", "measuring line"],
            [["d"], () => look.turnTheme(), "D", "light, dark"],
            [["p"], () => look.turnPanel(), "P", "panel"],
            [["?"], () => page.byId("help-dialog").showModal(), "?", "these keys"],
            [["Escape"], deselect, "Esc", "deselect"],
        ];
    }

    page.listenToKeys = function (parts) {
        const table = tableOf(parts);
        const list = page.byId("keys");
        const dialog = page.byId("help-dialog");
        for (const [, , shown, text] of table)
            if (shown) {
                list.append(page.make("dt", {}, page.make("kbd", {}, shown)));
                list.append(page.make("dd", {}, text));
            }

        document.addEventListener("keydown", (event) => {
            if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
            const { target } = event;
            if (target.closest("input:not([type=checkbox]), select, textarea")) {
                if (event.key === "Escape") target.blur();
                return;
            }
            // These activate the focused control.
            if ([" ", "Enter"].includes(event.key) && target.closest("button, input")) return;
            const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
            const row = table.find(([keys, , , , when]) =>
                keys.includes(name) && (!when || when.shift === event.shiftKey));
            if (!row) return;
            event.preventDefault();
            row[1]();
        });
    };
})((window.wendPage = window.wendPage || {}));
