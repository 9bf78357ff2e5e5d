// Package serve serves the page, and the rules of a folder, to a browser on the same machine.
//
// Begin with [New], then [Site.Run]. Nothing else is served and nothing is written. Because any web page can make a browser send requests
// to this machine, requests from elsewhere are rejected: by the host name, by the origin, and by the browser's statements on both.
//
// Spec: serve.md.
//
// The command for it is `rulec serve`.
package serve
