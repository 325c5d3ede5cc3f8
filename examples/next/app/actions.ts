"use server";
import { redirect } from "next/navigation";
import { actions } from "../auth.ts";

export async function signIn(_: unknown, form: FormData) {
  const { error } = await actions.signIn.email(form);
  if (error) return error;
  redirect("/account");
}

export async function signUp(_: unknown, form: FormData) {
  const { error } = await actions.signUp.email(form);
  if (error) return error;
  redirect("/account");
}

export async function signOut() {
  await actions.signOut();
  redirect("/");
}
