// Drawings as pixels, for places that take no SVG.

const BOX = /viewBox="\S+ \S+ (\S+) (\S+)"/;
const UNSIZED = /<svg (?![^>]*\swidth=)/;

/** An SVG file as an image as large as its box says: without a size, browsers make it very small. */
export async function asImage(svg) {
  const text = await svg.text();
  const [, width, height] = BOX.exec(text);
  const sized = text.replace(UNSIZED, `<svg width="${width}" height="${height}" `);
  const url = URL.createObjectURL(new Blob([sized], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}

export const canvasOf = (width, height) => Object.assign(document.createElement("canvas"), { width, height });

/** What is on a canvas as a file; where the browser cannot write such files, it writes a PNG. */
export const pixels = (canvas, type, quality) => new Promise((done) => canvas.toBlob(done, type, quality));

/** A PNG of an SVG file, so many times as many pixels as it is wide. */
export async function asPng(svg, times = 2) {
  const image = await asImage(svg);
  const canvas = canvasOf(image.naturalWidth * times, image.naturalHeight * times);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return pixels(canvas, "image/png");
}
