/** Texts for choosing a picture, and the part of the picture. */
export const picture = {
  choose: "Choose or drop a picture",
  remove: "Remove",
  title: "Choose the part to show",
  lead: "Drag the picture, or move the sliders.",
  preview: "The chosen part of the picture",
  zoom: "Zoom",
  across: "Left to right",
  down: "Top to bottom",
  use: "Use this part",
  using: "One moment…",
  wrongType: "This is not a PNG, JPEG or WebP picture of at most 20 MB.",
  unreadable: "The picture could not be read.",
  notSaved: "The picture could not be prepared. Try again, or another one.",
};
