import type { Choices } from "./choices.js";
import type { Project } from "./project.js";
import type { Template } from "./template.js";
import { astroTemplate } from "./templates/astro.js";
import { nextTemplate } from "./templates/next.js";
import { nuxtTemplate } from "./templates/nuxt.js";
import { otherTemplate } from "./templates/other.js";
import { reactRouterTemplate } from "./templates/react-router.js";
import { serverTemplate } from "./templates/servers.js";
import { svelteTemplate } from "./templates/sveltekit.js";
import { tanstackTemplate } from "./templates/tanstack-start.js";

/** The template of the chosen framework. */
export function templateFor(project: Project, choices: Choices): Template {
  switch (choices.framework) {
    case "next":
      return nextTemplate(project, choices);
    case "nuxt":
      return nuxtTemplate(project, choices);
    case "sveltekit":
      return svelteTemplate(project, choices);
    case "astro":
      return astroTemplate(project, choices);
    case "react-router":
      return reactRouterTemplate(project, choices);
    case "tanstack-start":
      return tanstackTemplate(project, choices);
    case "other":
      return otherTemplate(project, choices, project.otherFramework ?? "Vite");
    default:
      return serverTemplate(project, choices, choices.framework);
  }
}
