// The dialog for a new fight: its rules, its title, and the names of its sides.
import { html, nothing, type TemplateResult } from "lit-html";
import { dialog } from "../dom";
import type { Engine } from "../engine/engine";
import type { Alternative, SourceFile } from "../engine/protocol";

/** The heading under which rules are offered. */
const groupOf = (file: string, shipped: string[]): string => (!shipped.includes(file) ? "Yours" : file.startsWith("rulesets/") ? "Built in" : "Examples");

/** Asks for a new fight, with some rules chosen at first; undefined means none. */
export async function askForFight(engine: Engine, shipped: string[], first: string): Promise<SourceFile | undefined> {
  const rules = await engine.ask("rulesets", {});
  let made: SourceFile | undefined;
  await dialog("A new fight", (close) => {
    const make = async (e: SubmitEvent): Promise<void> => {
      e.preventDefault();
      const form = e.target as HTMLFormElement, given = new FormData(form), text = (name: string): string => String(given.get(name) ?? "");
      try {
        made = await engine.ask("newFight", { rules: text("rules"), title: text("title"), sides: [text("side"), text("other")] });
        close();
      } catch (err) {
        form.querySelector(".wrong")!.textContent = err instanceof Error ? err.message : String(err);
      }
    };
    const choice = (r: Alternative): TemplateResult => html`<option value=${r.rules!} ?selected=${r.rules === first}>${r.title}${rules.some((o) => o !== r && o.title === r.title) ? ` (${r.rules})` : ""}</option>`;
    return html`<form class="new-fight" @submit=${make}>
      <label>Title <input name="title" value="A new fight"></label>
      <label>Rules <select name="rules">${["Yours", "Built in", "Examples"].map((group) => {
        const list = rules.filter((r) => groupOf(r.rules!, shipped) === group);
        return list.length > 0 ? html`<optgroup label=${group}>${list.map(choice)}</optgroup>` : nothing;
      })}</select></label>
      <label>One side <input name="side" value="heroes"></label>
      <label>Other side <input name="other" value="foes"></label>
      <p class="quiet">It begins with one on each side, on open ground. Who else is there, and where, is changed beside the file.</p>
      <p class="wrong" role="alert"></p>
      <div class="tools"><button type="submit" class="main">Make the fight</button></div></form>`;
  });
  return made;
}
