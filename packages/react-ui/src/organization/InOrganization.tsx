import { Fragment, type ReactElement, type ReactNode } from "react";
import { useUI } from "../context.js";
import { Failed } from "../parts/Failed.js";
import { Screen } from "../parts/Screen.js";
import { Waiting } from "../parts/Waiting.js";
import { organization as english } from "../texts/en/organization.js";
import { useTexts } from "../texts/use-texts.js";
import type { OrganizationView } from "./types.js";
import { useOrganization } from "./use-organization.js";

/** The properties of `InOrganization`. */
export interface InOrganizationProps {
  readonly children: (view: OrganizationView) => ReactNode;
}

/** Renders a section of the active organization, anew for another organization; or why none is active. */
export function InOrganization({ children }: InOrganizationProps): ReactElement {
  const { step, view, error, retry } = useOrganization();
  const { paths, Link } = useUI();
  const texts = useTexts("organization", english);
  if (view) return <Fragment key={view.organization.id}>{children(view)}</Fragment>;
  if (step === "failed")
    return (
      <Screen key="failed" title={texts.title}>
        <Failed title={texts.failed} text={error ?? ""} retry={retry} />
      </Screen>
    );
  if (step !== "none") return <Waiting />;
  return (
    <Screen key="none" title={texts.noneTitle} lead={texts.noneLead}>
      <p className="kh-choices">
        <Link className="kh-button kh-primary" href={paths.organizations}>
          {texts.choose}
        </Link>
      </p>
    </Screen>
  );
}
