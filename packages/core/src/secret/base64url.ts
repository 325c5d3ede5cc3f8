export { textFromBase64url, textToBase64url } from "#digest";
