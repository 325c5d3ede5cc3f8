import { VerifyEmail } from "@keyhold/react-ui";

export default function Page() {
  return <VerifyEmail />;
}
