import { useState } from "react";

/** The logo of an organization, or its initial without a logo or if it fails to load. */
export function Emblem({ name, logo }: { name: string; logo: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className="emblem" aria-hidden="true">
      {logo && logo !== broken ? (
        <img src={logo} alt="" referrerPolicy="no-referrer" onError={() => setBroken(logo)} />
      ) : (
        ([...name.trim()][0]?.toUpperCase() ?? "?")
      )}
    </span>
  );
}
