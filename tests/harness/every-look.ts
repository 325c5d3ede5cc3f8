/** Set by `npm run test:scheduled`: each screen in each language by axe, and at each width. CI has a part of them. */
export const everyLook = process.env.EVERY_LOOK === "1";
