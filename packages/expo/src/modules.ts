import * as Application from "expo-application";
import * as Crypto from "expo-crypto";
import * as Linking from "expo-linking";
import * as Network from "expo-network";
import * as SecureStore from "expo-secure-store";
import * as WebBrowser from "expo-web-browser";
import { AppState } from "react-native";
import type { ExpoModules } from "./ports.js";

/** The modules of the app: the only file that imports them. */
export const modules: ExpoModules = { Application, AppState, Crypto, Linking, Network, SecureStore, WebBrowser };
