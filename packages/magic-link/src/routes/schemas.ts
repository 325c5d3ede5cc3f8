/** Of the metadata of a link, in characters of JSON. */
export const maxMetadataLength = 1024;
