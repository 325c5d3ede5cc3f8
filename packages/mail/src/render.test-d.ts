import type { Templates } from "./render.js";

const rendered = { subject: "", text: "", html: "" };

export const typed: Templates = {
  "reset-password": ({ token, expiresInSeconds }) => ({ ...rendered, text: token.repeat(expiresInSeconds) }),
  "email-changed": ({ newEmail }) => ({ ...rendered, text: newEmail }),
};

export const withoutLink: Templates = {
  // @ts-expect-error a letter about what has happened holds no token
  "password-changed": ({ token }) => ({ ...rendered, text: token }),
};

// @ts-expect-error there is no letter of this kind
export const unknown: Templates = { "reset-pasword": () => rendered };

// @ts-expect-error a letter has text as well as HTML
export const incomplete: Templates = { "verify-email": () => ({ subject: "", html: "" }) };
