import type { ReactElement } from "react";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";

/** In place of a list that is being loaded, below the heading of the screen. */
export function Bones(): ReactElement {
  const { loading } = useTexts("common", common);
  return (
    <div className="kh-waiting kh-bones" role="status">
      <span className="kh-unseen">{loading}</span>
      <span className="kh-bone" />
      <span className="kh-bone" />
    </div>
  );
}
