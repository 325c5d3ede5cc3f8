import { type ApiKeyOwnerKind, ApiKeys } from "@keyhold/react-ui";
import { Code } from "../layout/Code.tsx";

/** The API keys of an owner, and how to try a key. */
export const Keys = ({ owner }: { owner: ApiKeyOwnerKind }) => (
  <>
    <ApiKeys owner={owner} />
    <div className="try-key">
      <p>Try a key that may read the goods, in a terminal:</p>
      <Code file="terminal" text={`curl -H "x-api-key: YOUR_KEY" \\\n  ${location.origin}/api/goods`} />
    </div>
  </>
);
