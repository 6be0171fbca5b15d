/** The import map of templates/base.html for Node: bare names lead to static/vendor. */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

const root = new URL("../../", import.meta.url);
const template = readFileSync(new URL("templates/base.html", root), "utf-8");
const MAPPED = /"([^"]+)": "\{\{ asset\('([^']+)'\) \}\}"/g;
const addresses = new Map(
  [...template.matchAll(MAPPED)].map(([, name, path]) => [
    name,
    new URL(`static/${path}`, root).href,
  ]),
);

registerHooks({
  resolve: (name, context, next) => next(addresses.get(name) ?? name, context),
});
