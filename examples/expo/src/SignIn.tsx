import { useState } from "react";
import { Button, Text, TextInput, View } from "react-native";
import { authClient } from "./auth-client";

/** What a call has answered, as far as a user needs it. */
interface Answered {
  readonly error: { readonly code: string; readonly message: string } | null;
}

export function SignIn() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [message, setMessage] = useState("");

  async function show(call: Promise<Answered>): Promise<void> {
    const { error } = await call;
    // A user who closes the browser knows it.
    setMessage(error === null || error.code === "AUTH_SESSION_CANCELLED" ? "" : error.message);
  }

  return (
    <View>
      <TextInput
        accessibilityLabel="Email"
        autoCapitalize="none"
        autoComplete="email"
        onChangeText={setEmail}
        value={email}
      />
      <TextInput
        accessibilityLabel="Password"
        autoComplete="current-password"
        onChangeText={setPassword}
        secureTextEntry
        value={password}
      />
      <Button title="Sign in" onPress={() => show(authClient.signIn.email({ email, password }))} />
      <Button title="Sign up" onPress={() => show(authClient.signUp.email({ name: email, email, password }))} />
      <Button title="Continue with Google" onPress={() => show(authClient.signIn.social({ provider: "google" }))} />
      <Text accessibilityRole="alert">{message}</Text>
    </View>
  );
}
