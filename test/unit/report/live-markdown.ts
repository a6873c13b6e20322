/**
 * Finds what GitHub could act on in Markdown of ours, beside our own tags, headings, tables, lists and links to safe
 * addresses: what is left of outside text after code is taken away, and what in code is not escaped.
 */
export function findLive(markdown: string): readonly string[] {
  const withoutBlocks = markdown.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '');
  const codes = [...withoutBlocks.matchAll(/<code>(.*?)<\/code>/g)].map(([, code]) => code ?? '');
  const rest = withoutBlocks
    .replace(/<code>.*?<\/code>/g, 'CODE')
    .replace(/<https?:\/\/[\w.:[\]/~%-]+>/g, 'LINK')
    .replace(/\[(?:CODE|The run and its summary)\]\(https?:\/\/[\w.:[\]/~%-]+\)/g, 'LINK')
    .replace(/<\/?(?:details|summary|em)>|<br>|^<!-- miniapp-deploy:slug=[a-z0-9-]+ -->$/gm, '')
    .replace(/\*\*(?:Next:|[Ll]ine [\d, column]+)\*\*/g, 'BOLD');
  return [
    ...(rest.match(/<[^ ]|[`@[\]\\*_~$]|&(?!nbsp;)|https?:|www\.|#(?!#* (?!#))\w/g) ?? []),
    ...codes.flatMap((code) => code.replace(/&#\d+;|<wbr>/g, '').match(/[<>`"*_[\]\\|!#@:.~$^{}&]/g) ?? []),
  ];
}
