import type { ReactElement } from "react";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";

/** A separator between two alternatives. */
export function Either(): ReactElement {
  const { or } = useTexts("common", common);
  return (
    <p className="kh-either">
      <span>{or}</span>
    </p>
  );
}
