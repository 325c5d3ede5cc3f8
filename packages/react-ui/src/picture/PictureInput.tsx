import { useEffect, useState } from "react";
import type { Control } from "../parts/Field.js";

/**
 * The control of a form with a picture: other fields are plain inputs. The part that chooses a picture is loaded with
 * the screen, and not before; without a connection the rest of the form works.
 */
export const PictureControl: Control = ({ field }) => {
  const [Choice, setChoice] = useState<Control | null>(null);
  const { inputProps, picture } = field;
  useEffect(() => {
    if (picture) import("../later.js").then((later) => setChoice(() => later.PictureChoice)).catch(() => {});
  }, [picture]);
  if (!picture) return <input className="kh-input" {...inputProps} />;
  if (Choice) return <Choice field={field} />;
  return <input {...inputProps} type="hidden" />;
};
