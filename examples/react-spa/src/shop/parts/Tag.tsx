import type { Label } from "../words.ts";

export const Tag = ({ text, tone }: Label) => <span className={`shop-tag ${tone}`}>{text}</span>;
