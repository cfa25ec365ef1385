// SPDX-License-Identifier: MIT
// Experimental data. The values are those of JuPedSim's validation suite
// (github.com/PedestrianDynamics/jupedsim, systemtest/Validation at 222f5c335~1: bottleneck_*.txt,
// 1test_1D_*, 2test_2D_*, 3test_UO_*, 4test_EO_*,
// 6test_KO_ko-*, 7test_BO_*), which took them from the papers and from the archive of the
// Forschungszentrum Juelich (ped.fz-juelich.de/da).
#include "verify/verify.h"

#include <math.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// ---- bottlenecks --------------------------------------------------------------------------------

static const verify_flow_datum mueller[] = {
    {0.6, 1.482}, {0.9, 2.264}, {1.2, 2.751}, {1.5, 3.574}, {1.8, 3.817}};

static const verify_flow_datum eg[] = {{0.9, 1.593}, {1.0, 1.832}, {1.1, 1.988}, {1.2, 2.312},
                                       {1.4, 2.706}, {1.6, 2.842}, {1.8, 3.551}, {2.0, 3.549},
                                       {2.2, 4.063}, {2.5, 5.116}};

static const verify_flow_datum kretz[] = {{0.4, 0.879}, {0.4, 0.899}, {0.5, 1.007}, {0.5, 1.036},
                                          {0.6, 1.124}, {0.7, 1.222}, {0.7, 1.251}, {0.8, 1.388},
                                          {0.8, 1.417}, {0.8, 1.456}, {0.9, 1.534}, {0.9, 1.583},
                                          {0.9, 1.632}, {1.0, 1.710}, {1.0, 1.808}, {1.0, 1.876},
                                          {1.0, 2.023}, {1.2, 2.033}, {1.2, 2.111}, {1.2, 2.287}};

static const verify_flow_datum nagai[] = {{0.8, 1.737}, {1.2, 2.582}, {1.6, 3.257}, {2.0, 3.874}};

static const verify_flow_datum seyfried[] = {
    {0.8, 1.288}, {0.9, 1.674}, {1.0, 1.900}, {1.1, 2.123}, {1.2, 2.364}};

static const verify_flow_datum ao[] = {
    {2.4, 5.803}, {3.0, 6.700}, {3.6, 8.435}, {4.4, 9.534}, {5.0, 11.576}};

static const verify_flow_datum daamen[] = {
    {0.50, 1.057}, {0.50, 1.114}, {0.85, 2.281}, {0.85, 2.329}, {0.85, 2.346}, {0.85, 2.353},
    {1.00, 2.535}, {1.00, 2.559}, {1.00, 2.731}, {1.00, 2.774}, {1.10, 2.466}, {1.10, 2.492},
    {1.10, 2.598}, {1.10, 2.617}, {1.65, 3.585}, {1.65, 3.662}, {1.65, 3.672}, {1.65, 3.711},
    {1.65, 3.772}, {1.65, 3.895}, {2.75, 5.679}, {2.75, 5.743}, {2.75, 5.776}, {2.75, 5.878},
    {2.75, 6.034}, {2.75, 6.163}, {2.75, 6.222}, {2.75, 6.276}, {2.75, 6.448}, {2.75, 6.465}};

const verify_flow_data verify_measured_flows[] = {
    {"Müller 1981", mueller, COUNT(mueller)},     {"Kretz 2006", kretz, COUNT(kretz)},
    {"Nagai 2006", nagai, COUNT(nagai)},          {"EG 2006", eg, COUNT(eg)},
    {"Seyfried 2009", seyfried, COUNT(seyfried)}, {"AO 2009", ao, COUNT(ao)},
    {"Daamen 2010", daamen, COUNT(daamen)},
};
const size_t verify_measured_flow_count = COUNT(verify_measured_flows);

/// Widths that differ by less are equal. [Units: m]
#define SAME_WIDTH 1e-6

double verify_measured_flow(double width)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < verify_measured_flow_count; ++i) {
        const verify_flow_data *set = &verify_measured_flows[i];
        for (size_t k = 0; k < set->count; ++k) {
            if (fabs(set->data[k].width - width) > SAME_WIDTH)
                continue;
            sum += set->data[k].flow;
            ++count;
        }
    }
    return count > 0 ? sum / (double)count : NAN;
}

// ---- speed and density --------------------------------------------------------------------------

// Bins with fewer than 20 measurements are left out.

static const verify_speed_band corridor[] = {
    {0.25, 1.011, 1.105, 1.220}, {0.75, 0.762, 0.978, 1.051}, {1.25, 0.528, 0.755, 0.828},
    {1.75, 0.494, 0.548, 0.611}, {2.25, 0.266, 0.441, 0.556}, {2.75, 0.265, 0.337, 0.436},
    {3.25, 0.170, 0.225, 0.271}, {3.75, 0.079, 0.182, 0.223}, {4.25, 0.032, 0.050, 0.130},
};

static const verify_speed_band file[] = {
    {0.375, 0.872, 1.180, 1.266},  {0.625, 0.801, 0.902, 1.167},  {0.875, 0.619, 0.880, 0.986},
    {1.125, 0.396, 0.504, 0.818},  {1.375, 0.206, 0.362, 0.499},  {1.625, 0.174, 0.241, 0.376},
    {1.875, 0.097, 0.145, 0.226},  {2.125, 0.048, 0.097, 0.138},  {2.375, -0.002, 0.051, 0.105},
    {2.625, -0.003, 0.035, 0.080}, {2.875, -0.021, 0.002, 0.034},
};

// Zhang et al. 2011, 2012 (Hermes experiments): one-way corridor of 3 m, bidirectional corridor of
// 3.6 m, corner of 2.4 m, T-junction of 2.4 m (id_1: the arm behind it; id_2, id_3: before it).

static const verify_speed_band one_way[] = {
    {0.25, 1.306, 1.465, 1.695}, {0.75, 1.288, 1.408, 1.574}, {1.25, 1.108, 1.200, 1.290},
    {1.75, 0.838, 1.049, 1.250}, {2.25, 0.363, 0.520, 0.801}, {2.75, 0.292, 0.366, 0.521},
    {3.25, 0.166, 0.192, 0.322}, {3.75, 0.125, 0.154, 0.185},
};

static const verify_speed_band both_ways[] = {
    {0.25, 1.370, 1.461, 1.630}, {0.75, 1.157, 1.309, 1.475}, {1.25, 0.822, 1.101, 1.227},
    {1.75, 0.652, 0.786, 0.895}, {2.25, 0.483, 0.552, 0.674}, {2.75, 0.406, 0.459, 0.519},
};

static const verify_speed_band corner[] = {
    {0.25, 1.277, 1.437, 1.655},
    {0.75, 1.139, 1.257, 1.421},
    {1.25, 0.887, 0.993, 1.246},
    {1.75, 0.696, 0.865, 0.991},
};

static const verify_speed_band main_arm[] = {
    {0.75, 1.108, 1.240, 1.337},
    {1.25, 0.876, 1.004, 1.205},
    {1.75, 0.733, 0.859, 0.950},
    {2.25, 0.661, 0.744, 0.829},
};

static const verify_speed_band side_arms[] = {
    {0.25, 1.085, 1.244, 1.375}, {0.75, 0.823, 0.965, 1.189}, {1.25, 0.537, 0.760, 1.006},
    {1.75, 0.447, 0.548, 0.640}, {2.25, 0.315, 0.383, 0.484}, {2.75, 0.293, 0.349, 0.423},
    {3.25, 0.281, 0.323, 0.361},
};

const verify_speed_data verify_corridor_speeds = {"measured, 1.8 m corridor", 0.5, corridor,
                                                  COUNT(corridor)};
const verify_speed_data verify_file_speeds = {"measured, single file", 0.25, file, COUNT(file)};
const verify_speed_data verify_one_way_speeds = {"measured, one-way corridor of 3 m", 0.5, one_way,
                                                 COUNT(one_way)};
const verify_speed_data verify_both_ways_speeds = {"measured, both ways in 3.6 m", 0.5, both_ways,
                                                   COUNT(both_ways)};
const verify_speed_data verify_corner_speeds = {"measured, corner of 2.4 m", 0.5, corner,
                                                COUNT(corner)};
const verify_speed_data verify_main_arm_speeds = {"measured, main arm", 0.5, main_arm,
                                                  COUNT(main_arm)};
const verify_speed_data verify_side_arm_speeds = {"measured, side arms", 0.5, side_arms,
                                                  COUNT(side_arms)};
