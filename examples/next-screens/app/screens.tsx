"use client";
import { AuthUI, type AuthUIProps } from "@keyhold/react-ui";
import { useRouter, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { authClient, useStepUp } from "../auth-client.ts";
import { languages } from "../languages.ts";

interface Props extends Pick<AuthUIProps, "options"> {
  readonly locale: string;
  readonly children: ReactNode;
}

/** The screens below it go from one to another by the router of Next.js. */
export function Screens({ locale, options, children }: Props) {
  const router = useRouter();
  const search = useSearchParams();
  return (
    <AuthUI
      client={authClient}
      options={options}
      texts={languages.find((language) => language.locale === locale)}
      stepUp={useStepUp}
      search={`?${search}`}
      navigate={(url, { replace }) => {
        if (replace) router.replace(url);
        else router.push(url);
        // Server components read the session again.
        router.refresh();
      }}
    >
      {children}
    </AuthUI>
  );
}
