import { z } from "@keyhold/core/schema";

/** Of the metadata of a link, in characters of JSON. */
export const maxMetadataLength = 1024;

/** The challenge of a caller without cookies. */
export const challenge = z.string().max(64).optional();
