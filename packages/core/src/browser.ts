throw new Error(
  "@keyhold/core is the server half of Keyhold and cannot run in a browser: import @keyhold/client here.",
);
