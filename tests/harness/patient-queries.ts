/** In files with a document, `findBy…` and `waitFor` of Testing Library wait as long as `expect.poll`, not a second. */
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 15_000 });
}
