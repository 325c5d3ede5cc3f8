import { defineExpiringValue } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";

/**
 * By the id of a user: the user has removed a device. Else an attacker would remove all devices, and the next device
 * would count as the first device of the user, about which no email is sent.
 */
export const hadDevices = defineExpiringValue("devices-removed", { lifetimeSeconds: null, value: z.string() });
