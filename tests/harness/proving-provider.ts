import type { Provider } from "@keyhold/social";

/** A provider whose ID tokens say when it has asked the user: only such a provider can prove a step-up. */
export const proving = (provider: Provider): Provider => {
  const { declaration } = provider;
  if (!declaration.idToken) throw new Error(`${provider.id} has no ID tokens.`);
  return { ...provider, declaration: { ...declaration, idToken: { ...declaration.idToken, sendsAuthTime: true } } };
};
