// The modules are native: they are installed in apps. ports.ts declares what this package uses; the test of the example
// compares it with the types of the modules.
declare module "expo-application";
declare module "expo-crypto";
declare module "expo-linking";
declare module "expo-network";
declare module "expo-secure-store";
declare module "expo-web-browser";
declare module "react-native";
