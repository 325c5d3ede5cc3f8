import type { ReactNode } from "react";
import type { Loading } from "../lists/loading.js";
import { Bones } from "./Bones.js";
import { Failed } from "./Failed.js";

/** The properties of `Loaded`. */
export interface LoadedProps {
  readonly loading: Loading;
  /** What could not be loaded, as a sentence. */
  readonly failed: string;
  /** Shown with the data. */
  readonly children: ReactNode;
}

/** Content that needs data: a placeholder before, and a button to try again after a failure. */
export function Loaded({ loading: { isPending, error, retry }, failed, children }: LoadedProps): ReactNode {
  if (error) return <Failed title={failed} text={error} retry={retry} />;
  return isPending ? <Bones /> : children;
}
