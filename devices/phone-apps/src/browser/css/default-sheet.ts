/**
 * How elements look of which the page says nothing: the HTML standard's "Rendering" section, with as much air as a
 * phone likes. Colours are the theme's and stand where the page is drawn.
 */
export const defaultSheet = `
html { line-height: 1.5 }
body { margin: 16px }
address, article, aside, blockquote, body, center, dd, details, dir, div, dl, dt, fieldset, figcaption, figure, footer,
form, h1, h2, h3, h4, h5, h6, header, hgroup, hr, html, legend, main, menu, nav, ol, p, pre, search, section, summary,
ul, optgroup, xmp, listing, plaintext, noscript { display: block }
li { display: list-item }
b, strong, th, h1, h2, h3, h4, h5, h6, summary, legend { font-weight: bold }
i, em, cite, var, dfn, address { font-style: italic }
:link { color: -link; text-decoration: underline }
mark { background: #fff3a3; color: #1c1b17 }
code, pre, kbd, samp, tt, xmp { font-family: monospace; font-size: .875em; background: #8080801f }
pre code { font-size: 1em; background: none }
h1 { font-size: 2em; margin: .6em 0; line-height: 1.2 }
h2 { font-size: 1.5em; margin: .75em 0; line-height: 1.25 }
h3 { font-size: 1.17em; margin: 1em 0; line-height: 1.3 }
h4 { margin: 1.2em 0 }
h5 { font-size: .9em; margin: 1.4em 0 }
h6 { font-size: .8em; margin: 1.6em 0 }
p, dl, ul, ol, menu, dir { margin: .9em 0 }
ul ul, ul ol, ol ul, ol ol { margin: 0 }
blockquote { margin: 1em 0; padding-left: 15px; border-left: 3px solid #80808066 }
figure { margin: 1em 16px }
ul, ol, menu, dir { padding-left: 28px }
ul, menu, dir { list-style: disc }
ol { list-style: decimal }
ul ul { list-style: circle }
ul ul ul { list-style: square }
dd { margin-left: 28px }
dt { font-weight: bold }
pre { white-space: pre-wrap; margin: 1em 0; padding: 10px 12px; border-radius: 10px }
xmp, listing, plaintext { white-space: pre-wrap }
u, ins { text-decoration: underline }
s, del, strike { text-decoration: line-through }
small, sub, sup { font-size: .83em }
sup { vertical-align: super }
sub { vertical-align: sub }
big { font-size: 1.2em }
center { text-align: center }
hr { margin: 12px 0; border-top: 1px solid #80808066 }
fieldset { margin: 0 2px; padding: 6px 12px 10px; border: 1px solid #80808066; border-radius: 8px }
table { display: table; border-spacing: 2px }
thead, tbody, tfoot { display: table-row-group }
tr { display: table-row }
td, th { display: table-cell; padding: 4px 6px; vertical-align: middle }
th { text-align: center }
caption { display: table-caption; text-align: center; padding: 4px }
col, colgroup, head, param, source, track, rp { display: none }
label, button { white-space: normal }
[hidden] { display: none }
nobr { white-space: nowrap }
`;
