import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { type UI, UIContext } from "../context.js";
import { Picture, type PictureProps } from "./Picture.js";

const avatar = "https://avatars.example/ann.png";

/** The HTML of a picture below an `AuthUI` with these origins. */
function shown(picture: Partial<PictureProps>, pictureOrigins: readonly string[] = []): string {
  const element = createElement(Picture, { name: "Ann Example", image: avatar, kind: "user", ...picture });
  return renderToStaticMarkup(
    createElement(UIContext.Provider, { value: { pictureOrigins } as Partial<UI> as UI }, element),
  );
}

describe("the picture of a person whom the viewer need not know", () => {
  test("is not requested: the owner of the URL would see the viewer's address", () => {
    expect(shown({ isStranger: true })).not.toContain("<img");
    expect(shown({ isStranger: true })).toContain("AE");
  });

  test("is shown from an origin that the app lists, and from no other", () => {
    const origins = ["https://avatars.example"];
    expect(shown({ isStranger: true }, origins)).toContain(`src="${avatar}"`);
    for (const image of [
      "https://avatars.example.evil.io/ann.png",
      "https://avatars.example@evil.io/ann.png",
      "http://avatars.example/ann.png",
      "https://avatars.example:8443/ann.png",
      "//avatars.example/ann.png",
      "javascript:alert(1)",
      "not a url",
    ])
      expect(shown({ isStranger: true, image }, origins)).not.toContain("<img");
  });

  test("is shown if it is in the data itself", () => {
    const image = "data:image/png;base64,AAAA";
    expect(shown({ isStranger: true, image, kind: "organization" })).toContain(`src="${image}"`);
  });
});

test("the picture of the viewer is shown from every origin", () => {
  expect(shown({})).toContain(`src="${avatar}"`);
});
