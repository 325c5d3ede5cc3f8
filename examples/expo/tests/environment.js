const ReactNativeEnvironment = require("@react-native/jest-preset/jest/react-native-env.js");

/** The environment of react-native's preset, with the `fetch` of Node: that of Expo is a native module. */
module.exports = class extends ReactNativeEnvironment {
  async setup() {
    await super.setup();
    this.global.nodeFetch = fetch;
  }
};
