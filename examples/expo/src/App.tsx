import { useLinkingURL } from "expo-linking";
import { useEffect } from "react";
import { SafeAreaView, Text } from "react-native";
import { authClient } from "./auth-client";
import { Session } from "./Session";
import { SignIn } from "./SignIn";

/** The screen for users, and the screen for others. */
export function App() {
  const { data, isPending } = authClient.useSession();
  const url = useLinkingURL();
  // A link that has opened the app may finish a sign-in.
  useEffect(() => {
    void authClient.resumeSignIn(url);
  }, [url]);
  if (isPending) return <Text>Loading</Text>;
  return <SafeAreaView>{data ? <Session email={data.user.email} /> : <SignIn />}</SafeAreaView>;
}
