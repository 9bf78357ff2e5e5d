// Package serve gives the page, and the rules of a folder, to a browser on the same machine.
//
// Begin with [New], then [Site.Run]. Nothing else is served and nothing is written. Since any page
// of the web can have a browser ask this machine for something, whoever asks from elsewhere is
// refused: by the name that it asks for, by the page that asks, and by what the browser says of both.
//
// Spec: serve.md.
//
// The command over it is `rulec serve`.
package serve
