/** What lies over the page, such as a form or the list of channels on a phone: the browser's Back closes it. */

/** @type {(() => void)[]} */
const closers = [];

/** Something opened; `close` closes it. @param {() => void} close */
export function opened(close) {
  closers.push(close);
  history.pushState({ over: true }, "", location.href);
}

/** It was closed by other means than Back. @param {() => void} close */
export function closed(close) {
  const place = closers.indexOf(close);
  if (place >= 0) closers.splice(place, 1);
}

addEventListener("popstate", () => closers.pop()?.());
