import { TwoFactor } from "@keyhold/react-ui";

export default function Page() {
  return <TwoFactor />;
}
