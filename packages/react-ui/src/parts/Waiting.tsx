import type { ReactElement } from "react";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";

/**
 * In place of a screen whose content is not known yet. Appears after a moment, so that a quick answer shows no flash.
 */
export function Waiting(): ReactElement {
  const { loading } = useTexts("common", common);
  return (
    <div className="kh-screen kh-waiting" role="status">
      <span className="kh-unseen">{loading}</span>
      <span className="kh-bone kh-bone-title" />
      <span className="kh-bone" />
      <span className="kh-bone" />
    </div>
  );
}
