import { Copy } from "./Copy.tsx";

/** An id, with a button that copies it. */
export const CopyId = ({ id }: { id: string }) => (
  <span className="shop-copied">
    <code className="shop-id">{id}</code> <Copy text={id} name={`Copy ${id}`} />
  </span>
);
