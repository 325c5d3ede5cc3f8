/** The channel between the renderer and the main process. */
export const channel = "keyhold";
