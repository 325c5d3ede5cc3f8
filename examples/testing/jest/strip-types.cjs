const { stripTypeScriptTypes } = require("node:module");

module.exports = { process: (code) => ({ code: stripTypeScriptTypes(code) }) };
