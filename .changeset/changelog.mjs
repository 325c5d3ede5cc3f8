// Writes the changelogs for "pnpm changeset version": the text of each changeset, and nothing else.
// All packages have one version, so a list of updated dependencies would say the same under every heading.

export function getReleaseLine({ summary }) {
  return `- ${summary.replaceAll("\n", "\n  ")}`;
}

export function getDependencyReleaseLine() {
  return "";
}
