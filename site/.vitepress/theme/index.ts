import type { Theme } from "vitepress";
import theme from "vitepress/theme-without-fonts";
import { defineComponent, h } from "vue";
import { useChoices } from "./choices.ts";
import "./style.css";
import "./choices.css";
import "./reference.css";
import "virtual:choices.css";

export default {
  extends: theme,
  Layout: defineComponent({
    setup() {
      useChoices();
      return () => h(theme.Layout);
    },
  }),
} satisfies Theme;
