// The splitter between the editor and what is beside it.
import { part } from "../dom";
import { remember, remembered } from "../remember";

/** The width of the editor, in characters: the least, the most, and at first. */
const least = 40, most = 100, usual = 66;

/** What an editor has beside its text, and the least that it leaves to what is beside it, in pixels. */
const gutter = 84, beside = 380;

/** Lets the splitter be dragged, and moved by arrow keys. The width of a character is told, because it is known only when there is a text. */
export function splitter(character: () => number): void {
  const bar = part("splitter");
  let now = Number(remembered("rulec.width")) || usual;
  const set = (characters: number): void => {
    const room = Math.floor((innerWidth - beside - gutter) / character());
    now = Math.round(Math.max(least, Math.min(most, room, characters)));
    part("rules").parentElement!.style.setProperty("--editor", `${Math.round(now * character() + gutter)}px`);
    bar.setAttribute("aria-valuenow", String(now));
    bar.setAttribute("aria-valuetext", `${now} characters`);
  };
  const move = (characters: number): void => {
    set(characters);
    remember("rulec.width", String(now));
  };
  bar.addEventListener("pointerdown", (e) => {
    bar.setPointerCapture(e.pointerId);
    e.preventDefault();
    bar.focus();
  });
  bar.addEventListener("pointermove", (e) => {
    if (bar.hasPointerCapture(e.pointerId)) move((e.clientX - part("rules").getBoundingClientRect().left - gutter) / character());
  });
  bar.addEventListener("keydown", (e) => {
    const to = { ArrowLeft: now - 2, ArrowRight: now + 2, Home: least, End: most }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    e.stopPropagation(); // the keys step through the fight elsewhere
    move(to);
  });
  bar.setAttribute("aria-valuemin", String(least));
  bar.setAttribute("aria-valuemax", String(most));
  addEventListener("resize", () => set(Number(remembered("rulec.width")) || usual));
  set(now);
}
