/** The config error of an option `page`, as a list: empty for a path or a URL of the app. */
export const pageErrors = (page: unknown): readonly string[] =>
  typeof page === "string" &&
  /^(?:\/(?![/\\])|https?:\/\/)/.test(page) &&
  !/[\s\p{Cc}]/u.test(page) &&
  URL.canParse(page, "https://app.example.com")
    ? []
    : ['page: must be a path or a URL of the app, e.g. "/two-factor"'];
