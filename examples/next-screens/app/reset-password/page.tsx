import { ResetPassword } from "@keyhold/react-ui";

export default function Page() {
  return <ResetPassword />;
}
