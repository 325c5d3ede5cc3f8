import type { ReactElement } from "react";
import type { ActionState } from "../form/use-action.js";
import { ErrorLine } from "./ErrorLine.js";

/** The result of the last action of a list. Both lines exist before their texts, so that they are announced. */
export const Result = ({ error, done }: Pick<ActionState, "error" | "done">): ReactElement => (
  <div>
    <ErrorLine text={error} />
    <p className="kh-result" role="status">
      {done}
    </p>
  </div>
);
