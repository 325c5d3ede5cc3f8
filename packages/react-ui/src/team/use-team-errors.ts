import { organization } from "../texts/en/organization.js";
import { team } from "../texts/en/team.js";
import { useTexts } from "../texts/use-texts.js";

/** The sentences of the errors of teams, and of their organizations. */
export function useTeamErrors(): Readonly<Record<string, string>> {
  const { codes } = useTexts("organization", organization);
  return { ...codes, ...useTexts("team", team).codes };
}
