declare module 'subset-font' {
  // biome-ignore lint/style/noDefaultExport: The package has no other export.
  export default function subsetFont(font: Buffer, text: string, options: { targetFormat: 'truetype'; keepFeatures: readonly string[] }): Promise<Buffer>;
}
