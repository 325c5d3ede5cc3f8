import { Button, Text, View } from "react-native";
import { authClient } from "./auth-client";

export function Session({ email }: { readonly email: string }) {
  return (
    <View>
      <Text>Signed in as {email}</Text>
      <Button title="Sign out" onPress={() => authClient.signOut()} />
    </View>
  );
}
