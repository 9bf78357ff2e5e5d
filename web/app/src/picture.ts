// Pictures of drawings.

/** The looks that style sheets give, which a drawing has to carry itself outside of the page. */
const looks = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-family", "font-size", "font-weight", "text-anchor", "color"];

/** A copy of a drawing that has its looks with it. */
function dressed(shown: SVGSVGElement): SVGElement {
  const copy = shown.cloneNode(true) as SVGElement, originals = shown.querySelectorAll<SVGElement>("*");
  copy.querySelectorAll<SVGElement>("*").forEach((x, i) => {
    const style = getComputedStyle(originals[i]!);
    for (const name of looks) x.setAttribute(name, style.getPropertyValue(name));
  });
  return copy;
}

/** A drawing as an image of that width, with the colours of the page. */
export async function imageOf(shown: SVGSVGElement, width: number): Promise<HTMLImageElement> {
  const copy = dressed(shown), patterns = dressed(document.querySelector<SVGSVGElement>("#patterns")!);
  copy.prepend(...patterns.childNodes);
  const box = shown.viewBox.baseVal;
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String((box.height * width) / box.width));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

/** A canvas as a file. */
export const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => canvas.toBlob((b) => (b ? resolve(b) : reject(new Error("The picture can't be made.")))));

/** Draws a text in lines of that width, and returns where the next line would be. */
function wrapped(pen: CanvasRenderingContext2D, text: string, x: number, y: number, width: number, tall: number): number {
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && pen.measureText(`${line} ${word}`).width > width) {
      pen.fillText(line, x, y);
      y += tall;
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  pen.fillText(line, x, y);
  return y + tall;
}

/** A picture to show others: a title, a sentence, a drawing, and where it comes from. */
export async function poster(title: string, sentence: string, drawing: SVGSVGElement, foot: string): Promise<Blob> {
  const wide = 1200, edge = 48, within = wide - 2 * edge;
  const image = await imageOf(drawing, within), canvas = document.createElement("canvas"), pen = canvas.getContext("2d")!;
  const style = getComputedStyle(drawing.closest("section")!), serif = getComputedStyle(document.querySelector("h1")!).fontFamily;
  const draw = (): number => {
    pen.fillStyle = style.getPropertyValue("--sheet");
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.fillStyle = style.color;
    pen.font = `700 42px ${serif}`;
    let y = wrapped(pen, title, edge, edge + 36, within, 50);
    pen.font = `30px ${style.fontFamily}`;
    y = wrapped(pen, sentence, edge, y + 8, within, 40);
    pen.drawImage(image, edge, y);
    pen.font = `20px ${style.fontFamily}`;
    pen.globalAlpha = 0.75;
    y = wrapped(pen, foot, edge, y + image.height + 40, within, 28);
    pen.globalAlpha = 1;
    return y;
  };
  canvas.width = wide;
  canvas.height = draw() + edge - 24; // drawn once to see how tall it is
  draw();
  return pngOf(canvas);
}
