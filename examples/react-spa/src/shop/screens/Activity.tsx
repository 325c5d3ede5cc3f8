import type { ActivityView } from "../../../shared/shop.ts";
import type { SignedIn } from "../../account/signed-in.ts";
import { Feed } from "../parts/Feed.tsx";
import { Read } from "../parts/Read.tsx";
import { useShop } from "../use-shop.ts";

export function Activity({ user }: SignedIn) {
  const reading = useShop<readonly ActivityView[]>("/api/shop/activity", { userId: user.id });
  return (
    <Read
      title="Activity"
      lead="Events of the auth and of the payments provider: sign-ins, new members, purchases."
      reading={reading}
      empty="No activity yet"
    >
      {(activity) => <Feed activity={activity} />}
    </Read>
  );
}
