import { useState } from "react";

/** What an organization is known by: its logo, or its first letter where there is none or it does not load. */
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
